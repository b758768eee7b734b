/** What files import from each other, for the tests of the architecture. */
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

export interface Import {
  /** As it is written; undefined: it is only known at run time. */
  readonly as: string | undefined
  readonly isType: boolean
}

interface Specifier {
  readonly type: string
  readonly importKind?: string
  readonly exportKind?: string
}

const areTypes = (specifiers: readonly Specifier[]): boolean =>
  specifiers.length > 0 && specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type')

/** Statically or not, values or types. */
export function importsIn(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (source: ESTree.Expression, isType: boolean): void => {
    const as = source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined
    found.push({ as, isType })
  }
  new Visitor({
    ImportDeclaration: (one) => add(one.source, one.importKind === 'type' || areTypes(one.specifiers)),
    ExportNamedDeclaration(one) {
      if (one.source) add(one.source, one.exportKind === 'type' || areTypes(one.specifiers))
    },
    ExportAllDeclaration: (one) => add(one.source, one.exportKind === 'type'),
    ImportExpression: (one) => add(one.source, false),
    TSImportType: (one) => add(one.source, true),
  }).visit(parseSync(file, text).program)
  return found
}

/** A circle among files or folders, as `a.ts → b.ts → a.ts`. Undefined: there is none. */
export function findCircle(imports: readonly { readonly from: string; readonly to: string }[]): string | undefined {
  const byImporter = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const search = (one: string, path: readonly string[]): string | undefined => {
    if (path.includes(one)) return [...path.slice(path.indexOf(one)), one].join(' → ')
    if (done.has(one)) return undefined
    for (const { to } of byImporter.get(one) ?? []) {
      const circle = search(to, [...path, one])
      if (circle !== undefined) return circle
    }
    done.add(one)
    return undefined
  }
  for (const one of byImporter.keys()) {
    const circle = search(one, [])
    if (circle !== undefined) return circle
  }
  return undefined
}
