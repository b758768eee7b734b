import type { Model } from '../model.ts'

export const eview: readonly Model[] = [
  { id: 2701, title: 'EV-04', tags: ['common'], protocol: 'minifinder2' },
  { id: 2702, title: 'EV-05', tags: ['common'], protocol: 'minifinder2' },
  { id: 2703, title: 'EV-07B', tags: ['common'], protocol: 'minifinder2' },
]
