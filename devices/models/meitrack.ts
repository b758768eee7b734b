import type { Model } from '../model.ts'

export const meitrack: readonly Model[] = [
  { id: 701, title: 'MVT100', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 702, title: 'MVT340', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 703, title: 'MVT380', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 704, title: 'MVT600', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 705, title: 'MVT800', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 706, title: 'T1', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 707, title: 'T333', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 708, title: 'T366', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 709, title: 'T366L', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 710, title: 'T622', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 711, title: 'T633L', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 712, title: 'TC68S', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 713, title: 'TC68L', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 714, title: 'MD500S', tags: ['vehicle'], protocol: 'meitrack' },
  { id: 715, title: 'MT90', tags: ['common'], protocol: 'meitrack' },
  { id: 716, title: 'P88L', tags: ['common'], protocol: 'meitrack' },
  { id: 717, title: 'P99G', tags: ['common'], protocol: 'meitrack' },
]
