import type { Model } from '../model.ts'

export const eview: readonly Model[] = [
  { id: 2701, title: 'EV-04', tags: ['common'], protocol: 'minifinder2' },
  { id: 2702, title: 'EV-05', tags: ['common'], protocol: 'minifinder2' },
  { id: 2703, title: 'EV-07B', tags: ['common'], protocol: 'minifinder2' },
  { id: 2704, title: 'EV-07', tags: ['common'], protocol: 'minifinder' },
  { id: 2705, title: 'EV-07S', tags: ['common'], protocol: 'minifinder' },
  { id: 2706, title: 'EV-201', tags: ['common'], protocol: 'minifinder2' },
  { id: 2707, title: 'EV-202', tags: ['common'], protocol: 'minifinder2' },
  { id: 2708, title: 'EV-601', tags: ['common'], protocol: 'minifinder' },
  { id: 2709, title: 'EV-606', tags: ['common'], protocol: 'minifinder' },
]
