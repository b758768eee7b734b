import type { Model } from '../model.ts'

export const redview: readonly Model[] = [{ id: 5901, title: 'VT680', tags: ['vehicle'], protocol: 'meiligao' }]
