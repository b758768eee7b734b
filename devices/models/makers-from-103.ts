import type { Manufacturer } from '../model.ts'
import { maker } from './maker.ts'

export const makersFrom103: readonly Manufacturer[] = [
  maker(103, 'iStartek', [
    ['startek', 'vehicle', 'VT100, VT100-L, VT200, VT200-L, VT202, VT206, VT600, VT900, VT110, VT110-L, VT120-L'],
    ['startek', 'vehicle', 'VT130-L, VT140, VT150, VT150-L, VT300-L, VT800-L, VT900-L'],
  ]),
  maker(104, 'Topten', [
    ['meiligao', 'vehicle', 'MT05, MT05S, MT35, TK208, TK208S, TK218, TK228, TK428, TK510, GT08, GT08S, GT48'],
    ['meiligao', 'common', 'LT02, LT03, PT99, PG99'],
  ]),
  maker(105, 'Oner', [
    ['meiligao', 'vehicle', 'OCT600, OCT600-CAM, OCT600-SG3, OCT800, OCT800-D, OCT900, OCT900-R, OST800'],
  ]),
  maker(106, 'Kingwo', [
    ['upro', 'vehicle', 'MT01, MT02S, MT03, MT06, MT07, MT08, MT09, MT13, MT100'],
    ['upro', 'common', 'LT01, LT03, LT12, NT01, NT06E, WT01, WT26, WT27'],
  ]),
  maker(107, 'V-SUN', [
    ['tlt2h', 'vehicle', 'TLT-1B, TLT-1C, TLT-1D, TLT-1F, TLT-2F, TLT-2H, TLT-2K, TLT-2N, TLT-3A, TLT-6C, TLT-7B'],
    ['tlt2h', 'vehicle', 'TLT-8A, TLT-8B'],
    ['tlt2h', 'common', 'V520, V580, V690, VSUN3338'],
    ['v680', 'common', 'V680'],
  ]),
  maker(108, 'Box Telematics', [['box', 'vehicle', 'BOXoptions+, BOXtracker, BOXsolo, BOX iSpot']]),
  maker(109, 'Sentar', [
    ['watch', 'common', 'D31, D32, D33, D35, D36, D37, D38, D39, D40, D41, D50, D51, L70, L70S, L80, Q60, V80, V82S'],
  ]),
  maker(110, 'Cantrack', [
    ['h02', 'vehicle', 'G01, G02, G03, G05, G06L, TK100'],
    ['h02', 'common', 'G900, GF40, GF60L, GF70L, GF200LS'],
    ['gt06', 'common', 'G900L'],
    ['gt06', 'vehicle', 'C32'],
    ['jt808', 'vehicle', 'G08L, G09L, YG119'],
    ['jt808', 'common', 'P60LC'],
    ['eelink', 'common', 'G500M'],
    ['vt200', 'obd', 'T80'],
  ]),
  maker(111, 'SZ Orchid', [
    ['gt06', 'vehicle', 'OC-01, OC-05, OC-06, OC-07, OC-09, OC-10, OC-11, OC-13, GT001, GT008, GT011, GT012, GT021'],
    ['watch', 'common', 'GT017'],
  ]),
  maker(112, 'TrackerKing', [['gt06', 'vehicle', 'EC33, EC35, G109, J14, J16']]),
  maker(113, 'Benway', [['gt06', 'vehicle', 'BW02, BW08, BW09, ET300']]),
  maker(114, 'Rinho Telematics', [
    ['taip', 'vehicle', 'C2, C3, C5, Ultralite, Spider, Spider IoT, Smart IoT, Minitrack'],
  ]),
  maker(115, 'Digital Communications Technologies', [['taip', 'vehicle', 'Syrus GPS, Syrus SY2210, Syrus 3G+']]),
  maker(116, 'Lantrix', [['taip', 'vehicle', 'T1700']]),
  maker(117, 'Cradlepoint', [
    ['taip', 'vehicle', 'IBR900, IBR950, S700'],
    ['t55', 'vehicle', 'IBR600, IBR1100'],
  ]),
  maker(118, 'Peplink', [['taip', 'vehicle', 'MAX Transit Mini, MAX BR1']]),
  maker(119, 'Sierra Wireless', [
    ['taip', 'vehicle', 'AirLink LS300, AirLink GX440, AirLink GX450, AirLink RV50, AirLink MP70'],
  ]),
  maker(120, 'MultiTech', [['t55', 'vehicle', 'MultiConnect rCell']]),
  maker(121, 'Mobilogix', [
    ['mobilogix', 'vehicle', 'MT2000, MT2000S'],
    ['mobilogix', 'common', 'BAT-M1, BAT-X'],
  ]),
  maker(122, 'Alematics', [['alematics', 'vehicle', 'AE1, AE1-W, AM1-S, AM1-W, AM3-S, AM3-W']]),
  maker(123, 'C-Guard', [
    ['cguard', 'common', 'Personal, Atom, Litom, Beacon'],
    ['cguard', 'obd', 'OBD'],
  ]),
  maker(124, 'RST', [
    ['rst', 'vehicle', 'Mini, Mini Low Cost, Mini 4G, Low Cost, Híbrido, Móvel'],
    ['rst', 'obd', 'OBD2'],
  ]),
  maker(125, 'Intellinet', [['ivt401', 'vehicle', 'IVT-401']]),
  maker(126, 'Oigo Telematics', [['oigo', 'vehicle', 'AR-2GM, AR-2CX, AR-3HU']]),
  maker(127, 'StarLine', [['autofon', 'common', 'M10, M11, M16, M17']]),
  maker(128, 'Easy Track', [['easytrack', 'vehicle', 'ET-01, ET-06']]),
  maker(129, 'Maestro Wireless', [['maestro', 'vehicle', 'MT-01']]),
  maker(130, 'TMG', [['tmg', 'vehicle', 'TMG118, TMG188, TMG228']]),
  maker(131, 'eSky Wireless', [
    ['esky', 'vehicle', 'ES610'],
    ['mictrack', 'common', 'ES821, ES825'],
  ]),
  maker(132, 'Armoli', [['armoli', 'vehicle', 'S300, L300, L300wi, P300']]),
  maker(133, 'ExtremTrac', [['extremtrac', 'vehicle', 'ET800E']]),
  maker(134, 'Sendum', [['v680', 'common', 'PT-200, PT-350']]),
  maker(135, 'Keson', [
    ['tk103', 'vehicle', 'KS168'],
    ['v680', 'vehicle', 'KS168M'],
  ]),
  maker(136, 'Yulongda', [['h02', 'vehicle', 'H02, H06, H08']]),
  maker(137, 'Incutex', [
    ['h02', 'vehicle', 'TK105'],
    ['wondex', 'common', 'TK5000, TK5000XL'],
  ]),
  maker(138, 'Amparos', [['h02', 'common', 'S4']]),
  maker(139, 'Secumore', [['h02', 'vehicle', 'G05']]),
  maker(140, 'i-Trac', [['h02', 'vehicle', 'MT-1, VT600X']]),
  maker(141, 'Auto Leaders', [['khd', 'vehicle', 'AL-900, AL-900E']]),
  maker(142, 'Goome', [['eelink', 'vehicle', 'GM06NW']]),
  maker(143, 'Damoov', [['teltonika', 'mobile', 'Telematics SDK']]),
  maker(144, 'Aspicore', [['t55', 'mobile', 'GSM Tracker']]),
  maker(145, 'ICAR', [['jt808', 'vehicle', 'IK703']]),
  maker(146, 'Deaoke', [['gt06', 'vehicle', 'TK202']]),
  maker(147, 'Autoseeker', [
    ['h02', 'vehicle', 'AT-1, AT-18'],
    ['tlt2h', 'vehicle', 'AT-12A'],
  ]),
  maker(148, 'Navis', [['navis', 'vehicle', 'CH-4713, CH-5703']]),
  maker(149, 'NeoTech', [['wialon', 'vehicle', 'TR-1000']]),
  maker(150, 'Gelix', [['t55', 'vehicle', 'Gelix, Gelix-2']]),
  maker(151, 'Winrich', [['tk103', 'obd', 'TK206, TK207']]),
  maker(152, 'PST', [['meiligao', 'vehicle', 'PST-AVL01']]),
  maker(153, 'Systech', [['intellitrac', 'vehicle', 'CAREU Ueco']]),
  maker(154, 'Milesight', [['lorawan', 'common', 'AT101']]),
  maker(155, 'ELV', [['lorawan', 'common', 'GPS Tracker 1, GPS Tracker 2']]),
  maker(156, 'ioThings', [['lorawan', 'common', 'ioTracker 3']]),
]
