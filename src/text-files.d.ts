// Files that are imported as text: `import styles from './x.css' with { type: 'text' }`.
declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.txt' {
  const text: string;
  export default text;
}
