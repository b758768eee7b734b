import type { Model } from '../model.ts'

export const lkgps: readonly Model[] = [
  { id: 1201, title: 'LK210', tags: ['vehicle'], protocol: 'h02' },
  { id: 1202, title: 'LK106', tags: ['common'], protocol: 'h02' },
  { id: 1203, title: 'LK109', tags: ['common'], protocol: 'h02' },
  { id: 1204, title: 'LK209A', tags: ['common'], protocol: 'h02' },
  { id: 1205, title: 'LK209B', tags: ['common'], protocol: 'h02' },
]
