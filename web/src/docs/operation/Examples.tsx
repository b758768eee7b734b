import { CodeBlock } from '../../shared/content/CodeBlock.tsx'
import type { ShownExample } from './examples.ts'
import { Json } from './Json.tsx'

export function Examples({ examples, label }: { examples: readonly ShownExample[]; label: string }) {
  return examples.map(({ title, value }) => {
    const isText = typeof value === 'string' && !isShort(value)
    const text = isText ? value : (JSON.stringify(value, null, 2) ?? '')
    const name = title === undefined ? label : `${label}: ${title}`
    return (
      <CodeBlock key={name} text={text} label={name} title={name}>
        {isText ? text : <Json text={text} />}
      </CodeBlock>
    )
  })
}

/** A long text is an answer that is not JSON; a short one is a JSON value like any other. */
const isShort = (text: string): boolean => text.length < 200 && !text.includes('\n')
