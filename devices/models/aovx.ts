import type { Model } from '../model.ts'

export const aovx: readonly Model[] = [
  { id: 3501, title: 'VL100', tags: ['vehicle'], protocol: 'gt06' },
  { id: 3502, title: 'VL300', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3503, title: 'GL100', tags: ['common'], protocol: 'jt808' },
]
