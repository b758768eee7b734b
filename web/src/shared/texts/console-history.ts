/** Apart from the catalogue of the consoles, so that only pages with a history load it. */
export { history } from './en/console-history.ts'
