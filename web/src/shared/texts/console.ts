/** The catalogue of the consoles, apart from the other so that a client's phone does not load it. In English only. */
export { consoleTexts as words } from './en/console.ts'
