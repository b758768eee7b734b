import type { Model } from '../model.ts'

export const castel: readonly Model[] = [
  { id: 2501, title: 'IDD-212B', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2502, title: 'IDD-212GL', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2503, title: 'IDD-213E', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2504, title: 'IDD-213G', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2505, title: 'IDD-213L', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2506, title: 'IDD-213N', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2507, title: 'IDD-218L', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2508, title: 'MPIP-620', tags: ['vehicle'], protocol: 'castel' },
  { id: 2509, title: 'IDD-213M', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2510, title: 'IDD-213T', tags: ['vehicle'], protocol: 'castel', build: 'obd' },
  { id: 2511, title: 'MPIP-618', tags: ['vehicle'], protocol: 'castel' },
  { id: 2512, title: 'MPIP-619', tags: ['vehicle'], protocol: 'castel' },
  { id: 2513, title: 'HT-192', tags: ['vehicle'], protocol: 'castel' },
  { id: 2514, title: 'HT-196', tags: ['vehicle'], protocol: 'castel' },
  { id: 2515, title: 'HT-770', tags: ['vehicle'], protocol: 'castel' },
  { id: 2516, title: 'PT-690', tags: ['common'], protocol: 'castel' },
  { id: 2517, title: 'PT-718', tags: ['common'], protocol: 'castel' },
]
