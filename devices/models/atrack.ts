import type { Model } from '../model.ts'

export const atrack: readonly Model[] = [
  { id: 2401, title: 'AK1', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2402, title: 'AK7', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2403, title: 'AK11', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2404, title: 'AL1', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2405, title: 'AL11', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2406, title: 'AX5', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2407, title: 'AX7', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2408, title: 'AX9', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2409, title: 'AX11', tags: ['vehicle'], protocol: 'atrack' },
  { id: 2410, title: 'AS1', tags: ['common'], protocol: 'atrack' },
  { id: 2411, title: 'AS11', tags: ['common'], protocol: 'atrack' },
  { id: 2412, title: 'AT5i', tags: ['vehicle', 'legacy'], protocol: 'atrack' },
]
