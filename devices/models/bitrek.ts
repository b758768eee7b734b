import type { Model } from '../model.ts'

export const bitrek: readonly Model[] = [
  { id: 4001, title: 'BI 310 CICADA', tags: ['vehicle'], protocol: 'teltonika' },
  { id: 4002, title: 'BI 520 TREK', tags: ['vehicle'], protocol: 'teltonika' },
  { id: 4003, title: 'BI 530 TREK', tags: ['vehicle'], protocol: 'teltonika' },
  { id: 4004, title: 'BI 810 TREK', tags: ['vehicle'], protocol: 'teltonika' },
  { id: 4005, title: 'BI 820 TREK', tags: ['vehicle'], protocol: 'teltonika' },
  { id: 4006, title: 'BI 920 TREK', tags: ['vehicle'], protocol: 'teltonika' },
]
