import type { Model } from '../model.ts'

export const santel: readonly Model[] = [
  { id: 4201, title: 'Granit-Navigator 02', tags: ['vehicle'], protocol: 'egts' },
  { id: 4202, title: 'Granit-Navigator 04', tags: ['vehicle'], protocol: 'egts' },
  { id: 4203, title: 'Granit-Navigator 06', tags: ['vehicle'], protocol: 'egts' },
]
