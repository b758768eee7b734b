import { ChartIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { today } = words

export const figurePages: readonly ConsolePage[] = [
  {
    path: '/figures',
    title: today.figures,
    also: today.figuresAlso,
    menu: { section: 'money', icon: <ChartIcon /> },
    Page: page(() => import('./FiguresPage.tsx'), 'FiguresPage'),
  },
  {
    path: '/figures/:list',
    title: today.figures,
    under: '/figures',
    Page: page(() => import('./FigureListPage.tsx'), 'FigureListPage'),
  },
]
