import { curlOf, useMadeCalls } from '../../api/calls.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { words } from '../../shared/texts/console.ts'
import classes from './Calls.module.css'

/** Each is a command to copy. */
export function Calls() {
  const calls = useMadeCalls()
  return (
    <div className={classes.calls}>
      <p className={classes.explain}>{words.calls.explain}</p>
      {calls.length === 0 && <p>{words.calls.none}</p>}
      {calls.toReversed().map((call) => (
        <CopyBlock
          key={call.number}
          label={words.calls.copy(call.operation)}
          title={
            <span className={classes.title}>
              <strong>{call.operation}</strong>
              <span>{call.status === 0 ? words.calls.failed : words.calls.took(call.status, call.milliseconds)}</span>
            </span>
          }
          text={curlOf(call, window.location.origin)}
          wraps
        />
      ))}
    </div>
  )
}
