import type { Model } from '../model.ts'

export const baanool: readonly Model[] = [
  { id: 1001, title: 'BN-103B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 1002, title: 'BN-303G', tags: ['vehicle'], protocol: 'gps103' },
  { id: 1003, title: 'BN-401B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 1004, title: 'BN-405C', tags: ['vehicle'], protocol: 'gps103' },
]
