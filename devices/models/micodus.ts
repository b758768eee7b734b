import type { Model } from '../model.ts'

export const micodus: readonly Model[] = [
  { id: 3601, title: 'MV710G', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3602, title: 'MV730G', tags: ['vehicle'], protocol: 'jt808' },
]
