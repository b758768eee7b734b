import type { Model } from '../model.ts'
import { listed } from './list.ts'

/** More models of makers that have a file in models/, by the id of the maker; their first id is behind those of the file. */
export const moreModels: ReadonlyMap<number, readonly Model[]> = new Map([
  // Teltonika
  [
    1,
    listed(10201, [
      ['teltonika', 'vehicle', 'FM1000, FM2100, FM3001, FM3300, FM3400, FM3612, FM3622, FM36M1, FM4100, FMB630'],
      ['teltonika', 'vehicle', 'FMM13A, FMM80A'],
      ['teltonika', 'obd', 'FMC00A, FMM00A'],
      ['teltonika', 'vehicle', 'FTC134, FTM134, FTC164, FTM164, FTC305, FTM305, FTC308, FTM308, FTC880, FTM880'],
      ['teltonika', 'vehicle', 'FTC887, FTM887, FTC920, FTC924, FTC927, FTM927'],
      ['teltonika', 'vehicle', 'TFT100, RUT956, RUTX09, RUTX11, RUTX12, RUTX14, RUTX50, TRB245, TRB255'],
      ['teltonika', 'common', 'ATC700, ATM700, GH1202'],
      ['at2000', 'vehicle', 'AT2000'],
    ]),
  ],
  // Queclink
  [
    2,
    listed(250, [
      ['gl200', 'vehicle', 'GV300N, GV300VC, GV300CAN, GV350CEU, GV350M, GV50P, GV50LTA, GV55VC, GV55W, GV56RS'],
      ['gl200', 'vehicle', 'GV57CEU, GV58CG, GV51MG, GV53MG, GV600M, GV600WG, GV65 Plus, GV30CEU, GV800W, GB100MG'],
      ['gl200', 'vehicle', 'GB100CG, GB100P'],
      ['gl200', 'obd', 'GV500VC, GV501LG'],
      ['gl200', 'common', 'GL100M, GL50B, GL50MG, GL33, GL33CG, GL300VC, GL320M, GL500M, GL500MG, GL502MG, GL521MG'],
      ['gl200', 'common', 'GL52LP, GL52S, GL52SP, GL53MG, GT500, GT501'],
      ['gl100', 'common', 'GL100'],
    ]),
  ],
  // Concox
  [
    3,
    listed(325, [
      ['gt06', 'vehicle', 'GT03B'],
      ['gt02', 'vehicle', 'TR02, GT02'],
      ['gt06', 'vehicle', 'GT02D, GT03, GT06D, GT06S, GT07, GT09, GT350, GT710, CRX1, CRX3, WeTrack140'],
      ['gt06', 'common', 'GK301, GK309E, GK503, GS503, MT200, Qbit M'],
    ]),
  ],
  // Jimi IoT
  [
    4,
    listed(415, [
      ['gt06', 'vehicle', 'JM-VL04, VL101G, VL110C, VL111, VL149'],
      ['gt06', 'camera', 'JC100'],
      ['gt06', 'vehicle', 'JM-VG01, JM-VG02, JM-VG03, JM01, JM08, VL101, VL103, VL103D, VL106, VL512, VL842'],
      ['gt06', 'common', 'JM-LL02, LL302, LL303, LL309'],
      ['jt808', 'camera', 'JC181, JC182, JC450, JC451'],
    ]),
  ],
  // Ruptela
  [
    5,
    listed(521, [
      ['ruptela', 'vehicle', 'Eco5 Lite+, FM-Pro3-R, FM-Plug4+, Pro5S, Smart5'],
      ['ruptela', 'common', 'Trailer Tracker, Asset5'],
    ]),
  ],
  // Suntech
  [
    6,
    listed(628, [
      ['suntech', 'vehicle', 'ST200, ST210, ST215C, ST215E, ST215I, ST230, ST300A, ST300H, ST300K, ST300R, ST300V'],
      ['suntech', 'vehicle', 'ST330, ST340LC, ST410MG, ST419NG, ST500, ST900, ST4215, ST4290, ST4305, ST4335'],
      ['suntech', 'vehicle', 'ST4345LB, ST4410G, ST4505, ST8310U, ST8310UM'],
      ['suntech', 'common', 'ST4915, ST4932, ST4945B, ST4955'],
    ]),
  ],
  // Meitrack
  [
    7,
    listed(737, [
      ['meitrack', 'vehicle', 'T3, TC68, TC68E, T322, T333L, T399E, T622L'],
      ['meitrack', 'camera', 'MD600'],
      ['meitrack', 'common', 'MT80, KT90, TA255'],
    ]),
  ],
  // SinoTrack
  [
    8,
    listed(812, [
      ['h02', 'vehicle', 'ST-901A, ST-901AL, ST-907L, ST-908'],
      ['h02', 'obd', 'ST-902A'],
      ['h02', 'common', 'ST-905L, ST-915L'],
      ['jt808', 'vehicle', 'ST-901A+'],
      ['jt808', 'obd', 'ST-902W'],
    ]),
  ],
  // Coban
  [
    9,
    listed(919, [
      ['gps103', 'vehicle', 'GPS107, GPS301, GPS302, GPS304, GPS305, GPS310, GPS312, GPS405, GPS408, TK103B, TK303B'],
      ['gps103', 'vehicle', 'TK303G'],
      ['gps103', 'common', 'GPS102, GPS108, GPS109, GPS201'],
    ]),
  ],
  // Baanool
  [
    10,
    listed(1005, [
      ['gps103', 'vehicle', 'BN-103A, BN-303F, BN-311B, BN-311C, BN-401A, BN-401C, BN-401D, BN-403C, BN-403D, BN-405D'],
      ['gps103', 'vehicle', 'BN-407, BN-408A, BN-408B'],
      ['gps103', 'common', 'BN-108A, BN-108B, BN-201'],
    ]),
  ],
  // TKSTAR
  [
    11,
    listed(1108, [
      ['h02', 'vehicle', 'TK210B, XE103, XE210'],
      ['h02', 'common', 'TK209A, TK209C, XE109, XE208, XE209A, XE209B, XE209C, XE710, XE800'],
      ['watch', 'common', 'TK816, TK935'],
    ]),
  ],
  // LKGPS
  [
    12,
    listed(1206, [
      ['h02', 'vehicle', 'LK206, LK206A, LK206B, LK660, LK670, LK700, LK710'],
      ['h02', 'common', 'LK110, LK208, LK209, LK209C, LK310, LK610, LK800, LK910, LK920, LK930'],
      ['h02', 'pets', 'LK120'],
    ]),
  ],
  // Xexun
  [
    13,
    listed(1313, [
      ['xexun', 'common', 'TK107, TK108, TK201-2, TK202, TK203'],
      ['xexun2', 'common', 'X01, X02, X03, X04, X05, X06, DDX04, DDX14, DDX15'],
    ]),
  ],
  // Meiligao
  [14, listed(1407, [['meiligao', 'common', 'GT30X']])],
  // Topshine
  [
    15,
    listed(1505, [
      ['meiligao', 'vehicle', 'MT02, VT111, VT1000F'],
      ['meiligao', 'common', 'PT30'],
    ]),
  ],
  // Galileosky
  [16, listed(1616, [['galileo', 'vehicle', 'v1.8.5, v1.8.5 Lite, v2.2.8, v2.5, v5.1, Base Block, Base Block Wi-Fi']])],
  // Navtelecom
  [
    17,
    listed(1722, [
      ['navis', 'vehicle', 'SIGNAL S-2114, SIGNAL S-2117, SIGNAL S-2550, SIGNAL S-2613, SIGNAL S-4751, SIGNAL S-4752'],
      ['navis', 'vehicle', 'SIGNAL S-4753, SMART S-2332, SMART S-2333A, SMART S-2410, SMART S-2411, SMART S-2412'],
      ['navis', 'vehicle', 'SMART S-2413, SMART S-4511, SMART S-4513, SMART S-4533, SMART S-4535, SMART S-4537'],
    ]),
  ],
  // Arusnavi
  [18, listed(1808, [['arnavi', 'vehicle', 'ARNAVI 6, ARNAVI Integral 4, ARNAVI L3']])],
  // CalAmp
  [
    19,
    listed(1931, [
      ['calamp', 'vehicle', 'LMU-300, LMU-328, LMU-600, LMU-1000, LMU-2010, LMU-2500, LMU-2620, LMU-2700, LMU-3200'],
      ['calamp', 'vehicle', 'MDT-7'],
      ['calamp', 'common', 'ATU-620, TTU-2820, TTU-2840 Xtreme'],
    ]),
  ],
  // Reachfar
  [
    21,
    listed(2116, [
      ['h02', 'common', 'RF-V8S'],
      ['jt808', 'vehicle', 'RF-V03'],
    ]),
  ],
  // Eelink
  [
    22,
    listed(2217, [
      ['eelink', 'vehicle', 'TK119-3G, TK119-T, TK121-S, TK319-H, TK419-4G'],
      ['eelink', 'common', 'GPT06-3G, GPT09, GPT12-L, GPT12-X, GPT15, GPT19-H, GPT45, GPT48-X, GPT49, GPT50, GPT60'],
      ['eelink', 'common', 'K6, K9, K9+, K20, K30'],
    ]),
  ],
  // TOPFLYtech
  [
    23,
    listed(2324, [
      ['t800x', 'vehicle', 'T8503, T8603, T8805, T8806+R, T8808, TLW1-10A, TLW2-6BL, TLW2-12BL, TLD2-D, TorchX 110'],
      ['t800x', 'vehicle', 'TorchX 310, HeroX 100, WarriorX 100, WarriorX 300'],
      ['t800x', 'common', 'TLP1-LM, SolarX 120, SolarX 130, SolarX 310, SolarGuardX 110, SolarGuardX 120'],
      ['t800x', 'common', 'SolarGuardX 200, CyberLabelX 100'],
    ]),
  ],
  // ATrack
  [
    24,
    listed(2428, [
      ['atrack', 'vehicle', 'AU5, AU5i, AY5, AX7P, AK300, AL100, AL300'],
      ['atrack', 'common', 'AP1, AS300, AS500, AS700'],
    ]),
  ],
  // Castel
  [
    25,
    listed(2518, [
      ['castel', 'obd', 'IDD-213GD, IDD-213GL, IDD-218G'],
      ['castel', 'vehicle', 'HT-196R'],
      ['castel', 'common', 'PT-719, PT-720, SAT-802'],
    ]),
  ],
  // Cellocator
  [
    26,
    listed(2615, [
      ['cellocator', 'common', 'CelloTrack 6M, CelloTrack IP67, CelloTrack XT, CelloTrack 3Y, CelloTrack 8M'],
    ]),
  ],
  // Eview
  [27, listed(2710, [['minifinder', 'common', 'EV-07P, EV-07W, EV-602, EV-603']])],
  // MiniFinder
  [
    28,
    listed(2803, [
      ['minifinder', 'common', 'Atto, Pico'],
      ['minifinder2', 'common', 'Atto Pro'],
      ['tlt2h', 'common', 'Xtreme'],
      ['wondex', 'common', 'Xtreme One'],
    ]),
  ],
  // BCE
  [
    29,
    listed(2905, [
      ['bce', 'vehicle', 'FM Light, FM Light+, FM Blue+, FM500 Blue, FM500 Blue+, FM500 Light, FM500 Light+'],
      ['bce', 'vehicle', 'FM500 Tacho, FMS500 One, FMS500 Tacho'],
    ]),
  ],
  // Digital Matter
  [
    30,
    listed(3024, [
      ['dmt', 'vehicle', 'G100'],
      ['dmt', 'common', 'Sting'],
    ]),
  ],
  // ERM
  [
    31,
    listed(3107, [
      ['starlink', 'vehicle', 'StarLink TrackerBT, StarLink TrackerSF, StarLink ToGo, StarLink Voice'],
      ['starlink', 'vehicle', 'StarLink eConnect, StarLink eBike, StarLink RoadBuddy'],
      ['starlink', 'common', 'StarLink Trailer'],
    ]),
  ],
  // Huabao
  [
    33,
    listed(3306, [
      ['jt808', 'vehicle', 'HB-A5, HB-A5M, HB-A7B, HB-A3B'],
      ['jt808', 'common', 'HB-A1L, HB-A1Q, HB-A1T, HB-A9S'],
    ]),
  ],
  // AOVX
  [
    35,
    listed(3504, [
      ['jt808', 'common', 'AG300, AL300, AM300, GG100, GM100'],
      ['jt808', 'vehicle', 'VL300R, VL300W'],
      ['gt06', 'vehicle', 'VL100L'],
    ]),
  ],
  // MiCODUS
  [
    36,
    listed(3603, [
      ['h02', 'vehicle', 'MV720, MV740'],
      ['jt808', 'vehicle', 'MV810G'],
    ]),
  ],
  // Jointech
  [
    37,
    listed(3703, [
      ['jt600', 'common', 'JT701, JT701D'],
      ['jt600', 'vehicle', 'JT600'],
      ['jt600', 'vehicle', 'GP4000, GP5000, GP6000'],
      ['jt600', 'common', 'JT700, JT700A, JT700B, JT700C'],
      ['jt808', 'common', 'JT705'],
    ]),
  ],
  // WanWay
  [38, listed(3806, [['gt06', 'vehicle', 'G17O, G19H, G19S, G30']])],
  // Vjoy
  [
    39,
    listed(3908, [
      ['tk103', 'common', 'T16, TT0024, T1024, T1080, T2024, T2124, T4400, T8800, T15400'],
      ['gt06', 'vehicle', 'G28'],
    ]),
  ],
  // Neomatica
  [
    53,
    listed(5303, [
      ['adm', 'vehicle', 'ADM007, ADM50, ADM100, ADM333'],
      ['adm', 'vehicle', 'ADM007 BLE, ADM101, ADM500, ADM700 3G, ADM703 3G, ADM710'],
    ]),
  ],
  // Heacent
  [58, listed(5803, [['v680', 'vehicle', 'HC207']])],
  // Protrack
  [61, listed(6105, [['gt06', 'vehicle', 'VT03E+, VT05C, VT08']])],
])
