import type { Model } from '../model.ts'

export const topshine: readonly Model[] = [
  { id: 1501, title: 'MT01', tags: ['vehicle'], protocol: 'meiligao' },
  { id: 1502, title: 'VT310N', tags: ['vehicle'], protocol: 'meiligao' },
  { id: 1503, title: 'VT900', tags: ['vehicle'], protocol: 'meiligao' },
  { id: 1504, title: 'VT1000', tags: ['vehicle'], protocol: 'meiligao' },
]
