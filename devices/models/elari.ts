import type { Model } from '../model.ts'

export const elari: readonly Model[] = [
  { id: 5601, title: 'KidPhone 2', tags: ['common'], protocol: 'watch' },
  { id: 5602, title: 'KidPhone Fresh', tags: ['common'], protocol: 'watch' },
  { id: 5603, title: 'KidPhone 3G', tags: ['common'], protocol: 'watch' },
  { id: 5604, title: 'KidPhone 4G', tags: ['common'], protocol: 'watch' },
]
