import type { Model } from '../model.ts'

export const vegaAbsolute: readonly Model[] = [
  { id: 6201, title: 'MT-23', tags: ['vehicle'], protocol: 'wialon' },
  { id: 6202, title: 'MT-24 LTE', tags: ['vehicle'], protocol: 'wialon' },
  { id: 6203, title: 'MT-25', tags: ['vehicle'], protocol: 'wialon' },
]
