import type { Model } from '../model.ts'

export const wanway: readonly Model[] = [
  { id: 3801, title: 'EV02', tags: ['vehicle'], protocol: 'gt06' },
  { id: 3802, title: 'G18', tags: ['vehicle'], protocol: 'gt06' },
  { id: 3803, title: 'G19', tags: ['vehicle'], protocol: 'gt06' },
  { id: 3804, title: 'GS10', tags: ['vehicle'], protocol: 'gt06' },
  { id: 3805, title: 'S20', tags: ['vehicle'], protocol: 'gt06' },
]
