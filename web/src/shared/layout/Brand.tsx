import mark from '../mark.svg'
import classes from './Brand.module.css'

export function Brand({ detail, isCompact }: { detail?: string; isCompact?: boolean }) {
  return (
    <a href="/" className={classes.brand}>
      <img src={mark} alt="" width="28" height="28" />
      <span className={classes.word} data-compact={isCompact || undefined}>
        Waymark
      </span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </a>
  )
}
