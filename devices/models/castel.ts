import type { Model } from '../model.ts'

export const castel: readonly Model[] = [
  { id: 2501, title: 'IDD-212B', tags: ['vehicle'], protocol: 'castel' },
  { id: 2502, title: 'IDD-212GL', tags: ['vehicle'], protocol: 'castel' },
  { id: 2503, title: 'IDD-213E', tags: ['vehicle'], protocol: 'castel' },
  { id: 2504, title: 'IDD-213G', tags: ['vehicle'], protocol: 'castel' },
  { id: 2505, title: 'IDD-213L', tags: ['vehicle'], protocol: 'castel' },
  { id: 2506, title: 'IDD-213N', tags: ['vehicle'], protocol: 'castel' },
  { id: 2507, title: 'IDD-218L', tags: ['vehicle'], protocol: 'castel' },
  { id: 2508, title: 'MPIP-620', tags: ['vehicle'], protocol: 'castel' },
]
