import type { Model } from '../model.ts'

export const meiligao: readonly Model[] = [
  { id: 1401, title: 'VT300', tags: ['vehicle', 'legacy'], protocol: 'meiligao' },
  { id: 1402, title: 'VT310', tags: ['vehicle', 'legacy'], protocol: 'meiligao' },
  { id: 1403, title: 'VT400', tags: ['vehicle', 'legacy'], protocol: 'meiligao' },
  { id: 1404, title: 'GT30i', tags: ['common', 'legacy'], protocol: 'meiligao' },
  { id: 1405, title: 'GT60', tags: ['common', 'legacy'], protocol: 'meiligao' },
  { id: 1406, title: 'GT30', tags: ['common', 'legacy'], protocol: 'meiligao' },
]
