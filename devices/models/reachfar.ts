import type { Model } from '../model.ts'

export const reachfar: readonly Model[] = [
  { id: 2101, title: 'RF-V28', tags: ['common'], protocol: 'watch' },
  { id: 2102, title: 'V52', tags: ['common'], protocol: 'watch' },
  { id: 2103, title: 'RF-V16', tags: ['common'], protocol: 'h02' },
  { id: 2104, title: 'RF-V30', tags: ['pets'], protocol: 'watch' },
  { id: 2105, title: 'RF-V26', tags: ['common'], protocol: 'watch' },
  { id: 2106, title: 'RF-V36', tags: ['common'], protocol: 'watch' },
  { id: 2107, title: 'RF-V40', tags: ['common'], protocol: 'watch' },
  { id: 2108, title: 'RF-V42', tags: ['common'], protocol: 'watch' },
  { id: 2109, title: 'RF-V43', tags: ['common'], protocol: 'watch' },
  { id: 2110, title: 'RF-V44', tags: ['common'], protocol: 'watch' },
  { id: 2111, title: 'RF-V45', tags: ['common'], protocol: 'watch' },
  { id: 2112, title: 'RF-V46', tags: ['common'], protocol: 'watch' },
  { id: 2113, title: 'RF-V47', tags: ['common'], protocol: 'watch' },
  { id: 2114, title: 'RF-V48', tags: ['common'], protocol: 'watch' },
  { id: 2115, title: 'RF-V32', tags: ['pets'], protocol: 'watch' },
]
