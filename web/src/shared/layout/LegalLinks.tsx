/** What the law and people expect of a business: imprint, privacy policy, terms, and help. */
import { webAddress } from '../router/addresses.ts'
import { texts } from '../texts/texts.ts'
import classes from './LegalLinks.module.css'

interface LegalLinksProps {
  readonly imprint: string | null
  readonly privacy: string | null
  readonly terms: string | null
  readonly help: string | null
}

const names = ['help', 'imprint', 'privacy', 'terms'] as const

export function LegalLinks({ links, isColumn }: { links: LegalLinksProps | null; isColumn?: boolean }) {
  const shown = names.flatMap((name) => {
    const address = webAddress(links?.[name])
    return address ? [{ name, address }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className={classes.links} data-column={isColumn || undefined} aria-label={texts.shared.links.label}>
      {shown.map(({ name, address }) => (
        <a key={name} href={address} target="_blank" rel="noopener noreferrer">
          {texts.shared.links[name]}
        </a>
      ))}
    </nav>
  )
}
