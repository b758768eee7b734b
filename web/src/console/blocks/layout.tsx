/** The frame of pages: heading, tabs, facts, empty states, and loading states. */
import { Title } from '@mantine/core'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { BackIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import classes from './layout.module.css'

interface PageHeadProps {
  readonly title: string
  /** A picture of the subject, next to its names. */
  readonly picture?: ReactNode
  /** A state, shown next to the title. */
  readonly badge?: ReactNode
  /** Under the title. */
  readonly detail?: ReactNode
  /** At the end of the line: the actions of the page, the most used one last. */
  readonly children?: ReactNode
  readonly back?: { readonly address: string; readonly title: string }
}

export function PageHead({ title, picture, badge, detail, children, back }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title])
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        {back && (
          <a className={classes.back} href={back.address}>
            <BackIcon />
            {back.title}
          </a>
        )}
        <div className={classes.titleLine}>
          {picture}
          <Title order={1} className={classes.title} tabIndex={-1}>
            {title}
          </Title>
          {badge}
        </div>
        {detail && <div className={classes.detail}>{detail}</div>}
      </div>
      {children && <div className={classes.acts}>{children}</div>}
    </header>
  )
}

/** A page that scrolls as a whole, unlike a list. */
export const PageBody = ({ children, isNarrow }: { children: ReactNode; isNarrow?: boolean }) => (
  <div className={classes.body} data-narrow={isNarrow || undefined}>
    {children}
  </div>
)

interface TabsProps {
  readonly label: string
  readonly tabs: readonly {
    readonly name: string
    readonly title: string
    readonly address: string
    readonly count?: number
  }[]
  readonly current: string
}

/** On a phone the tabs are wider than the screen, and the current one may be out of view. */
const intoSight = (tab: HTMLElement | null) => {
  const line = tab?.parentElement
  // Only sideways: the page itself does not scroll.
  if (tab && line) line.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - line.offsetLeft - line.clientWidth)
}

/** Each tab has its own address. */
export const TabLinks = ({ label, tabs, current }: TabsProps) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ name, title, address, count }) => (
      <a
        key={name}
        href={address}
        ref={name === current ? intoSight : undefined}
        aria-current={name === current ? 'page' : undefined}
      >
        {title}
        {count !== undefined && <span className={classes.count}>{count.toLocaleString(locale)}</span>}
      </a>
    ))}
  </nav>
)

interface EmptyProps {
  readonly icon?: ReactNode
  readonly title: string
  /** The purpose of the page, and what to do next. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An empty page explains what would be here and how to get it. */
export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className={classes.empty}>
    {icon && <span className={classes.emptyIcon}>{icon}</span>}
    <p className={classes.emptyTitle}>{title}</p>
    {children && <div className={classes.emptyText}>{children}</div>}
    {action}
  </div>
)

/** Names and values, one pair per line. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Panels next to each other, if there is space. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>

/** Panels in a column. */
export const Stacked = ({ children }: { children: ReactNode }) => <div className={classes.stacked}>{children}</div>

/** Several items at the end of a panel's title. */
export const Aside = ({ children }: { children: ReactNode }) => <div className={classes.aside}>{children}</div>

/** A cell with the title of its column, for when the heading is hidden. */
const titlesOf = (head: readonly string[]) =>
  Object.fromEntries(head.map((title, index) => [`--head-${index + 1}`, JSON.stringify(title)])) as CSSProperties

/** Too many columns for a phone, up to the number of titles in the style sheet. */
const isWide = ({ length }: readonly string[]) => length >= 4 && length <= 9

/** A plain table for a few rows; long lists are a `ListPage`. On a phone, rows with many columns become cards. */
export const SmallTable = ({
  label,
  head,
  children,
}: {
  label: string
  head: readonly string[]
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className={classes.tableScroll} tabIndex={0} aria-label={label}>
    <table className={classes.table} data-wide={isWide(head) || undefined} style={titlesOf(head)}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
