import type { Model } from '../model.ts'

export const masterKit: readonly Model[] = [{ id: 4601, title: 'BM8009', tags: ['vehicle'], protocol: 'wialon' }]
