/**
 * Models of which the title, the maker and the protocol are all there is to say, as lists. Ids follow from the place in a list
 * and are never given to another model: a new model goes to the end of its list.
 */
import type { Manufacturer, Model, Tag } from './model.ts'
import type { ProtocolName } from './protocols/index.ts'

type List = readonly [protocol: ProtocolName, tag: Tag | 'obd' | 'camera', titles: string]

function listed(first: number, lists: readonly List[]): Model[] {
  let id = first
  return lists.flatMap(([protocol, kind, titles]) =>
    titles.split(', ').map((title): Model => {
      const build = kind === 'obd' || kind === 'camera' ? { build: kind } : {}
      return { id: id++, title, tags: ['build' in build ? 'vehicle' : (kind as Tag)], protocol, ...build }
    }),
  )
}

const maker = (id: number, title: string, ...lists: List[]): Manufacturer => ({
  id,
  title,
  models: listed(id * 100 + 1, lists),
})

/** Makers that have only such models. 90 and 91 are not makers (models/index.ts). */
export const listedMakers: readonly Manufacturer[] = [
  maker(63, 'Totem Technology', ['totem', 'vehicle', 'AT05, AT06, AT07, AT09']),
  maker(
    64,
    'fifotrack',
    ['fifotrack', 'vehicle', 'A100, A300, A500, A600, A700, S30, S50, S60'],
    ['fifotrack', 'common', 'Q1, Q3'],
  ),
  maker(
    65,
    'Laipac',
    ['laipac', 'common', 'S-911 Lola, S-911 Bracelet Locator'],
    ['laipac', 'vehicle', 'StarFinder AIRE, StarFinder Lite, StarFinder Bus'],
  ),
  maker(
    66,
    'Megastek',
    ['megastek', 'common', 'MT-60, MT-80, MT-90, MT-100'],
    ['megastek', 'vehicle', 'GVT-369, GVT-390, GVT-430'],
  ),
  maker(67, 'Xirgo', ['xirgo', 'obd', 'XT-2060, XT-2150, XT-2400'], ['xirgo', 'vehicle', 'XT-4750']),
  maker(
    68,
    'GlobalSat',
    ['globalsat', 'common', 'TR-102, TR-151, TR-203, TR-206, TR-313'],
    ['globalsat', 'vehicle', 'TR-306, TR-600, GTR-128, GTR-129, GTR-388'],
  ),
  maker(69, 'Wondex', ['wondex', 'vehicle', 'VT-10, VT-300'], ['wondex', 'common', 'SPT-10, SPT-100']),
  maker(70, 'GoSafe', ['gosafe', 'vehicle', 'G1S, G2P, G3S, G717, G737, G777, G787, G797']),
  maker(71, 'Gotop', ['gotop', 'common', 'TL-201, TL-202, TL-206']),
  maker(72, 'Ulbotech', ['ulbotech', 'obd', 'T361, T373B, T381']),
  maker(73, 'InHand Networks', ['flexapi', 'vehicle', 'VG710']),
  maker(74, 'Telic', ['telic', 'vehicle', 'SBC-AVL, SBC3'], ['telic', 'common', 'Picotrack']),
  maker(
    75,
    'Tzone',
    ['tzone', 'vehicle', 'TZ-AVL02, TZ-AVL03, TZ-AVL05, TZ-AVL08, TZ-AVL09, TZ-AVL10, TZ-AVL19, TZ-AVL201'],
    ['tzone', 'common', 'TZ-GT08, TZ-GT09'],
  ),
  maker(
    76,
    'Aplicom',
    ['aplicom', 'vehicle', 'A1 MAX, A1 TRAX, A5 MAX, A5 GLX, A9 IPEX, A9 QUATRO, A9 NEX, A9 TRIX, A11'],
    ['aplicom', 'common', 'Q8, Q9'],
  ),
  maker(77, 'IntelliTrac', ['intellitrac', 'vehicle', 'X1, X8'], ['intellitrac', 'common', 'P1']),
  maker(78, 'Tramigo', ['tramigo', 'vehicle', 'T22, T23, T24']),
  maker(79, 'Mictrack', ['mictrack', 'common', 'MT700, MT710, MT810'], ['tlt2h', 'vehicle', 'MT510, MT600']),
  maker(80, 'Freematics', ['freematics', 'obd', 'ONE, ONE+, ONE+ Model A, ONE+ Model B, ONE+ Model H, Esprit']),
  maker(81, 'iTriangle', ['aquila', 'vehicle', 'TS101 Basic, TS101 Advance'], ['its', 'vehicle', 'Bharat 101']),
  maker(82, 'Arknav', ['arknavx8', 'vehicle', 'X8, RX-8']),
  maker(
    83,
    'Sanav',
    ['sanav', 'common', 'GC-101, GS-818, MT-101, MU-201'],
    ['sanav', 'vehicle', 'CT-24, CT-58, CT-58A, GX-101'],
  ),
  maker(84, 'Atlanta Systems', ['l100', 'vehicle', 'L-100, U-100, WP-30C']),
  maker(85, 'Noran', ['noran', 'vehicle', 'NR008, NR016, NR024']),
  maker(86, 'Maxtrack', ['mxt', 'vehicle', 'MXT-120, MXT-130, MXT-140, MXT-141, MXT-142, MXT-150, MXT-151, MXT-162']),
  maker(87, 'SkyPatrol', ['skypatrol', 'vehicle', 'TT8740, TT8750, TT8750+, TT9500'], ['tt8850', 'common', 'TT8850']),
  maker(88, 'AutoFon', ['autofon', 'common', 'D-Mayak, E-Mayak, S-Mayak, SE-Mayak'], ['autofon', 'vehicle', 'Omega']),
  maker(89, 'Flextrack', ['flextrack', 'common', 'Lommy Eye, Lommy Personal, Lommy Phoenix, Lommy Pro']),
  maker(92, 'OwnTracks', ['owntracks', 'mobile', 'OwnTracks']),
  maker(93, 'Visiontek', ['visiontek', 'vehicle', '86VT']),
  maker(94, 'Portman', ['pt502', 'vehicle', 'PT502, PT510, PT600X, PT718']),
  maker(95, 'KHD', ['khd', 'vehicle', 'KG100, KG200, KG300']),
  maker(96, 'Gator', ['gator', 'vehicle', 'M508, M518, M528, M558']),
  maker(97, 'Carscop', ['carscop', 'vehicle', 'CCTR-620, CCTR-800, CCTR-808, CCTR-810, CCTR-830']),
  maker(98, 'Huasheng', ['huasheng', 'obd', 'HS3000G, HS8000G']),
  maker(99, 'Thinkrace', ['vt200', 'obd', 'VT200']),
  maker(100, 'GpsGate', ['gpsgate', 'mobile', 'TrackerOne']),
  maker(101, 'Cityeasy', ['cityeasy', 'common', '006']),
]

/** More models of makers that have a file in models/; their first id is behind those of the file. */
export const moreModels: ReadonlyMap<number, readonly Model[]> = new Map([
  [3, listed(325, [['gt06', 'vehicle', 'GT03B, TR02']])],
  [
    4,
    listed(415, [
      ['gt06', 'vehicle', 'JM-VL04, VL101G, VL110C, VL111, VL149'],
      ['gt06', 'camera', 'JC100'],
    ]),
  ],
  [28, listed(2803, [['minifinder', 'common', 'Atto, Pico']])],
  [
    37,
    listed(3703, [
      ['jt600', 'common', 'JT701, JT701D'],
      ['jt600', 'vehicle', 'JT600'],
    ]),
  ],
  [53, listed(5303, [['adm', 'vehicle', 'ADM007, ADM50, ADM100, ADM333']])],
])
