import type { Model } from '../model.ts'

export const smartBabyWatch: readonly Model[] = [
  { id: 5101, title: 'Q50', tags: ['common'], protocol: 'watch' },
  { id: 5102, title: 'Q60S', tags: ['common'], protocol: 'watch' },
  { id: 5103, title: 'Q80', tags: ['common'], protocol: 'watch' },
  { id: 5104, title: 'Q90', tags: ['common'], protocol: 'watch' },
  { id: 5105, title: 'Q100', tags: ['common'], protocol: 'watch' },
]
