/** How a driving score is computed, in the reader's units. */
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import { formatAmount } from '../measures.ts'

export const formulaText = (): string => words.formula(formatAmount(100, 'km'), formatAmount(10, 'km/h'))
