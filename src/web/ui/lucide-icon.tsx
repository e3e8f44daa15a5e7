import { createElement, type SVGProps } from 'react'

/** What Lucide knows of an icon: its shapes, by tag and attributes. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/** Stands for Lucide's own function of this name in the built page. Sizes and strokes are said by `.icon` of our style sheet. */
export function createLucideIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) => (
    <svg viewBox="0 0 24 24" {...props}>
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
