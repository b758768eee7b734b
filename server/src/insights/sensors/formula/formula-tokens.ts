/** Cuts a formula into numbers, names and signs. Pure. */
import { FormulaError } from './formula-error.ts'

/** No sensible formula comes near any of these; each bounds the cost of evaluating one. */
export const formulaLimits = { length: 500, depth: 20, parts: 100, parameters: 8, name: 100 } as const

export interface FormulaToken {
  /** `word` is a typical parameter name, or a function's; `parameter` is one in brackets, with any name. */
  readonly kind: 'number' | 'word' | 'parameter' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const patterns: readonly (readonly [FormulaToken['kind'] | 'space', RegExp])[] = [
  ['space', /[ \t\r\n]+/y],
  ['number', /0x[0-9a-fA-F]{1,12}|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/y],
  ['parameter', /\[[^[\]]+\]/y],
  ['sign', /\?\?|==|!=|<=|>=|&&|\|\||[-+*/%^<>(),!]/y],
]

const signWords = ['and', 'or', 'not']
const sameSigns: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not' }

export function tokensOf(text: string): readonly FormulaToken[] {
  if (text.length > formulaLimits.length) {
    throw new FormulaError(formulaLimits.length, `it has more than ${formulaLimits.length} characters`)
  }
  const tokens: FormulaToken[] = []
  let at = 0
  while (at < text.length) {
    const [kind, found] = tokenAt(text, at)
    if (kind !== 'space') tokens.push(tokenOf(kind, found, at))
    at += found.length
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

function tokenAt(text: string, at: number) {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return [kind, found] as const
  }
  throw new FormulaError(at, `“${String.fromCodePoint(text.codePointAt(at)!)}” is not allowed in a formula`)
}

function tokenOf(kind: FormulaToken['kind'], found: string, at: number): FormulaToken {
  if (kind === 'word' && signWords.includes(found)) return { kind: 'sign', text: found, at }
  if (kind === 'sign') return { kind, text: sameSigns[found] ?? found, at }
  const text = kind === 'parameter' ? found.slice(1, -1).trim() : found
  if (text === '' || text.length > formulaLimits.name) throw new FormulaError(at, 'this is no name of a parameter')
  if (kind === 'number' && !Number.isFinite(Number(text))) throw new FormulaError(at, 'this number is too large')
  return { kind, text, at }
}
