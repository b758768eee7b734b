import type { Manufacturer } from '../model.ts'
import { maker } from './maker.ts'

/** 90 and 91 are not makers (makers-from-1.ts). */
export const makersFrom63: readonly Manufacturer[] = [
  maker(63, 'Totem Technology', [['totem', 'vehicle', 'AT05, AT06, AT07, AT09, AT03, AT04, AT06+, AT08']]),
  maker(64, 'fifotrack', [
    ['fifotrack', 'vehicle', 'A100, A300, A500, A600, A700, S30, S50, S60'],
    ['fifotrack', 'common', 'Q1, Q3'],
    ['fifotrack', 'vehicle', 'A03, A200, S20, S70'],
    ['fifotrack', 'common', 'Q2'],
  ]),
  maker(65, 'Laipac', [
    ['laipac', 'common', 'S-911 Lola, S-911 Bracelet Locator'],
    ['laipac', 'vehicle', 'StarFinder AIRE, StarFinder Lite, StarFinder Bus'],
    ['laipac', 'common', 'S-911 Bracelet Locator HC, S-911 Bracelet Locator ST, S-911 Personal Locator'],
  ]),
  maker(66, 'Megastek', [
    ['megastek', 'common', 'MT-60, MT-80, MT-90, MT-100'],
    ['megastek', 'vehicle', 'GVT-369, GVT-390, GVT-430'],
    ['megastek', 'common', 'GPT-69, GT-89, GT-99, XT-007, MT-60X, MT-90X, MT-110, MT-200X, MT-300'],
    ['megastek', 'vehicle', 'GMT-368, GMT-368S, GMT-368SQ, GVT-500, GVT-510'],
  ]),
  maker(67, 'Xirgo', [
    ['xirgo', 'obd', 'XT-2060, XT-2150, -'],
    ['xirgo', 'vehicle', 'XT-4750'],
    ['xirgo', 'obd', 'XT-2000G, XT-2050C, XT-2150C, XT-2160G, XT-3200'],
    ['xirgo', 'vehicle', 'XT-4500G, XT-4550C, XT-4560G, XT-4700, XT-4760, XT-4850C, XT-4860G, XT-5000, XT-5050C'],
    ['xirgo', 'vehicle', 'XT-5060, XT-6200, XT-6260'],
  ]),
  maker(68, 'GlobalSat', [
    ['globalsat', 'common', 'TR-102, TR-151, TR-203, TR-206, TR-313'],
    ['globalsat', 'vehicle', 'TR-306, TR-600, GTR-128, GTR-129, GTR-388'],
    ['globalsat', 'common', 'TR-151SP'],
    ['globalsat', 'vehicle', 'TR-600G, TR-606B'],
  ]),
  maker(69, 'Wondex', [
    ['wondex', 'vehicle', 'VT-10, VT-300'],
    ['wondex', 'common', 'SPT-10, SPT-100'],
    ['wondex', 'vehicle', 'M7'],
  ]),
  maker(70, 'GoSafe', [
    ['gosafe', 'vehicle', 'G1S, G2P, G3S, G717, G737, G777, G787, G797, G3A, G3C, G3SC, G6S, G79, G91I, G797W, GS16'],
    ['jt808', 'vehicle', 'G1C'],
  ]),
  maker(71, 'Gotop', [
    ['gotop', 'common', 'TL-201, TL-202, TL-206, TL-007, TL-218, TP-20'],
    ['gotop', 'vehicle', 'VT-108, VT-1081'],
    ['minifinder', 'common', 'TE-200, TE-207'],
    ['v680', 'vehicle', 'VT-810'],
  ]),
  maker(72, 'Ulbotech', [
    ['ulbotech', 'obd', 'T361, T373B, T381'],
    ['ulbotech', 'vehicle', 'T301, T303'],
    ['ulbotech', 'obd', 'T360, T363A, T363B, T366, T370, T371, T373A, T376'],
  ]),
  maker(73, 'InHand Networks', [['flexapi', 'vehicle', 'VG710, VT310']]),
  maker(74, 'Telic', [
    ['telic', 'vehicle', 'SBC-AVL, SBC3'],
    ['telic', 'common', 'Picotrack, Picotrack IP69K, Picotrack Endurance Primary, Picotrack Endurance Rechargeable'],
  ]),
  maker(75, 'Tzone', [
    ['totem', 'vehicle', 'TZ-AVL02, TZ-AVL03, TZ-AVL05, TZ-AVL08, TZ-AVL09, TZ-AVL10'],
    ['tzone', 'vehicle', 'TZ-AVL19'],
    ['totem', 'vehicle', 'TZ-AVL201'],
    ['totem', 'common', 'TZ-GT08, TZ-GT09'],
    ['totem', 'vehicle', 'TZ-VN06'],
    ['tzone', 'common', 'TZ-TT18, TZ-TT19'],
    ['meiligao', 'common', 'TZ-GT01'],
  ]),
  maker(76, 'Aplicom', [
    ['aplicom', 'vehicle', 'A1 MAX, A1 TRAX, A5 MAX, A5 GLX, A9 IPEX, A9 QUATRO, A9 NEX, A9 TRIX, A11'],
    ['aplicom', 'common', 'Q8, Q9'],
    ['aplicom', 'vehicle', 'A1 M2M'],
  ]),
  maker(77, 'IntelliTrac', [
    ['intellitrac', 'vehicle', 'X1, X8'],
    ['intellitrac', 'common', 'P1'],
    ['intellitrac', 'vehicle', 'X1 Plus'],
  ]),
  maker(78, 'Tramigo', [['tramigo', 'vehicle', 'T22, T23, T24']]),
  maker(79, 'Mictrack', [
    ['tlt2h', 'common', 'MT700, MT710'],
    ['mictrack', 'common', 'MT810'],
    ['tlt2h', 'vehicle', 'MT510, MT600, MT500, MT530, MC300'],
    ['tlt2h', 'common', 'MP10, MP80, MP90'],
    ['mictrack', 'common', 'MT550, MT825'],
    ['jt808', 'common', 'B21'],
  ]),
  maker(80, 'Freematics', [
    ['freematics', 'obd', 'ONE, ONE+, ONE+ Model A, ONE+ Model B, ONE+ Model H, Esprit, Traccar Edition'],
  ]),
  maker(81, 'iTriangle', [
    ['aquila', 'vehicle', 'TS101 Basic, TS101 Advance'],
    ['its', 'vehicle', 'Bharat 101'],
    ['aquila', 'vehicle', 'S101, S101+, U101'],
  ]),
  maker(82, 'Arknav', [['arknavx8', 'vehicle', 'X8, RX-8']]),
  maker(83, 'Sanav', [
    ['sanav', 'common', 'GC-101, GS-818, MT-101, MU-201'],
    ['sanav', 'vehicle', 'CT-24, CT-58, CT-58A, GX-101, QG-201'],
  ]),
  maker(84, 'Atlanta Systems', [['l100', 'vehicle', 'L-100, U-100, WP-30C, C-100, G-100, O-300']]),
  maker(85, 'Noran', [
    ['noran', 'vehicle', 'NR008, NR016, NR024, NR002, NR006, NR028, NR032, UT01, UT03, UT04, UT05, UT06, UM02, UP102'],
  ]),
  maker(86, 'Maxtrack', [
    ['mxt', 'vehicle', 'MXT-120, MXT-130, MXT-140, MXT-141, MXT-142, MXT-150, MXT-151, MXT-162, MTC-700, MTC-780'],
    ['mxt', 'vehicle', 'MXT-100, MXT-101, TD-50, TD-60, WT-110'],
  ]),
  maker(87, 'SkyPatrol', [
    ['skypatrol', 'vehicle', 'TT8740, TT8750, TT8750+, TT9500'],
    ['tt8850', 'common', 'TT8850'],
    ['skypatrol', 'vehicle', 'TT9200, GSM5108'],
    ['gosafe', 'vehicle', 'SP4600'],
    ['xirgo', 'vehicle', 'ST7200'],
  ]),
  maker(88, 'AutoFon', [
    ['autofon', 'common', 'D-Mayak, E-Mayak, S-Mayak, SE-Mayak'],
    ['autofon', 'vehicle', 'Omega'],
  ]),
  maker(89, 'Flextrack', [['flextrack', 'common', 'Lommy Eye, Lommy Personal, Lommy Phoenix, Lommy Pro']]),
  maker(92, 'OwnTracks', [['owntracks', 'mobile', 'OwnTracks']]),
  maker(93, 'Visiontek', [['visiontek', 'vehicle', '86VT, 84VT, VT87']]),
  maker(94, 'Bofan', [
    ['pt502', 'vehicle', 'PT502, PT510, PT600X, -, PT100, PT200, PT201, PT500, PT520, PT600'],
    ['pt502', 'common', 'PT03, PT30, PT60, PT80, PT300X'],
  ]),
  maker(95, 'KHD', [
    ['khd', 'vehicle', 'KG100, KG200, KG300, KC200, T360-101A, T360-101E, T360-101P, T360-103, T360-106, T360-108'],
    ['khd', 'vehicle', 'T360-269, T360-269B, T360-269JT'],
  ]),
  maker(96, 'Gator', [['gator', 'vehicle', 'M508, M518, M528, M558, M518S, M588N, M588S, S208, S228']]),
  maker(97, 'Carscop', [
    ['carscop', 'vehicle', 'CCTR-620, CCTR-800, CCTR-808, CCTR-810'],
    ['h02', 'vehicle', 'CCTR-830'],
    ['carscop', 'vehicle', 'CCTR-620+, CCTR-622, CCTR-700, CCTR-801, CCTR-802, CCTR-803'],
    ['h02', 'vehicle', 'CCTR-622G, CCTR-630, CCTR-830G'],
    ['jt808', 'vehicle', 'CCTR-800G, CCTR-830-4G'],
  ]),
  maker(98, 'Huasheng', [
    ['huasheng', 'obd', 'HS3000G, HS8000G'],
    ['huasheng', 'vehicle', 'HS-300V, HS-400, HS-500P, HS-800W, HS-1200, HS-2000C, HS-2000G, HS-4000W'],
  ]),
  maker(99, 'Thinkrace', [['vt200', 'obd', 'VT200, VT400']]),
  maker(100, 'GpsGate', [['gpsgate', 'mobile', 'TrackerOne']]),
  maker(101, 'Cityeasy', [['cityeasy', 'common', '006, 007, 008, 009, 100, 200, 201, 202, 302, 306, 520']]),
]
