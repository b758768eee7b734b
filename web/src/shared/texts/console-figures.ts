/** Apart from the catalogue of the consoles, so that only pages with figures load it. */
export { figures } from './en/console-figures.ts'
