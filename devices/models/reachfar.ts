import type { Model } from '../model.ts'

export const reachfar: readonly Model[] = [
  { id: 2101, title: 'RF-V28', tags: ['common'], protocol: 'watch' },
  { id: 2102, title: 'V52', tags: ['common'], protocol: 'watch' },
  { id: 2103, title: 'RF-V16', tags: ['common'], protocol: 'h02' },
  { id: 2104, title: 'RF-V30', tags: ['pets'], protocol: 'watch' },
]
