/** The settings of the installation and the first steps. Only their own pages need these words. */
import { parts } from './catalogue.ts'

export const settingTexts = await parts.settings()
