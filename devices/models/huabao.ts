import type { Model } from '../model.ts'

export const huabao: readonly Model[] = [
  { id: 3301, title: 'HB-A5D', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3302, title: 'HB-A5E', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3303, title: 'HB-A6', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3304, title: 'HB-A7', tags: ['vehicle'], protocol: 'jt808' },
  { id: 3305, title: 'HB-A8E', tags: ['vehicle'], protocol: 'jt808' },
]
