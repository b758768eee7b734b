import type { Model } from '../model.ts'

export const glonasssoft: readonly Model[] = [
  { id: 4101, title: 'UMKa301', tags: ['vehicle'], protocol: 'wialon' },
  { id: 4102, title: 'UMKa302', tags: ['vehicle'], protocol: 'wialon' },
  { id: 4103, title: 'UMKa310', tags: ['vehicle'], protocol: 'wialon' },
  { id: 4104, title: 'UMKa315', tags: ['vehicle'], protocol: 'wialon' },
]
