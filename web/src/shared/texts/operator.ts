/** What the operator's pages say, apart from what dealers read: neither loads the other's. In English only. */
export { operator } from './en/console-operator.ts'
