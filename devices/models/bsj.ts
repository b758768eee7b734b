import type { Model } from '../model.ts'

export const bsj: readonly Model[] = [
  { id: 3401, title: 'BSJ-A6', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3402, title: 'BSJ-M7B', tags: ['vehicle'], protocol: 'jt808' },
]
