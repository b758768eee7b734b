import type { Model } from '../model.ts'

export const ginzzu: readonly Model[] = [
  { id: 5701, title: 'GZ-501', tags: ['common'], protocol: 'watch' },
  { id: 5702, title: 'GZ-502', tags: ['common'], protocol: 'watch' },
  { id: 5703, title: 'GZ-503', tags: ['common'], protocol: 'watch' },
  { id: 5704, title: 'GZ-505', tags: ['common'], protocol: 'watch' },
  { id: 5705, title: 'GZ-507', tags: ['common'], protocol: 'watch' },
]
