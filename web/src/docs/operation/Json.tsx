import classes from './Json.module.css'

/** Colours keys, texts and other values; everything between them stays as it is. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g

/** JSON in colours. Larger texts stay plain, because colour there costs more than it tells. */
export function Json({ text }: { text: string }) {
  if (text.length > 50_000) return text
  const parts: React.ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match
    const length = quoted?.length ?? whole.length
    parts.push(text.slice(from, match.index))
    parts.push(
      <span key={match.index} className={colon ? classes.key : quoted ? classes.text : classes.value}>
        {whole.slice(0, length)}
      </span>,
    )
    from = match.index + length
  }
  return [...parts, text.slice(from)]
}
