import { UnstyledButton } from '@mantine/core'
import { MenuIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import type { ConsolePage, Section } from '../page.ts'
import classes from './SideMenu.module.css'

interface SideMenuProps {
  readonly pages: readonly ConsolePage[]
  /** The path of the current menu entry. */
  readonly current: string | undefined
}

const sections: readonly Section[] = ['work', 'money', 'business', 'platform']

export const SideMenu = ({ pages, current }: SideMenuProps) => (
  <nav className={classes.menu} aria-label={words.frame.menu}>
    {sections
      .map((section) => [section, pages.filter((page) => page.menu?.section === section)] as const)
      .filter(([, inside]) => inside.length > 0)
      .map(([section, inside]) => (
        <div key={section} className={classes.section}>
          <p className={classes.name}>{words.frame.sections[section]}</p>
          {inside.map((page) => (
            <MenuLink key={page.path} page={page} current={current} />
          ))}
        </div>
      ))}
  </nav>
)

const MenuLink = ({ page, current }: { page: ConsolePage; current: string | undefined }) => (
  <a className={classes.link} href={`#${page.path}`} aria-current={page.path === current ? 'page' : undefined}>
    {page.menu?.icon}
    <span>{page.title}</span>
  </a>
)

/** The bar at the bottom of a phone: the most used pages, and the rest behind the last button. */
export const PhoneBar = ({ pages, current, openMenu }: SideMenuProps & { openMenu: () => void }) => (
  <nav className={classes.phone} aria-label={words.frame.menu}>
    {pages
      .filter((page) => page.menu?.isOnPhone)
      .map((page) => (
        <MenuLink key={page.path} page={page} current={current} />
      ))}
    <UnstyledButton className={classes.link} onClick={openMenu}>
      <MenuIcon />
      <span>{words.frame.openMenu}</span>
    </UnstyledButton>
  </nav>
)
