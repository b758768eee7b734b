import type { Model } from '../model.ts'

export const sibsvyaz: readonly Model[] = [
  { id: 4401, title: 'Naviset GT-10', tags: ['vehicle'], protocol: 'egts' },
  { id: 4402, title: 'Naviset GT-20', tags: ['vehicle'], protocol: 'egts' },
]
