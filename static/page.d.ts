/** What scripts may expect of an element that they select in a page of ours.
 *
 * Which element a selector finds is known to the template, not to the compiler. So a
 * selected element has what fields, dialogs, templates and links have.
 */
interface PageElement extends HTMLElement {
  checked: boolean;
  content: any; // of a template its fragment, of a meta element its text
  disabled: boolean;
  form: HTMLFormElement;
  href: string;
  labels: NodeListOf<HTMLLabelElement>;
  name: string;
  open: boolean;
  options: HTMLOptionsCollection;
  readOnly: boolean;
  required: boolean;
  selected: boolean;
  rows: number;
  search: string;
  selectionEnd: number;
  selectionStart: number;
  type: string;
  value: string;
  cellIndex: number;
  cells: HTMLCollectionOf<HTMLTableCellElement>;
  defaultChecked: boolean;
  defaultValue: string;
  elements: HTMLFormControlsCollection & Record<string, any>; // fields by their names
  selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  text: string;
  close(value?: string): void;
  reset(): void;
  requestSubmit(submitter?: HTMLElement): void;
  select(): void;
  setRangeText(text: string, start?: number, end?: number, mode?: SelectionMode): void;
  setSelectionRange(start: number, end: number): void;
  showModal(): void;
}

interface ParentNode {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): NodeListOf<PageElement>;
}

interface Element {
  closest(selector: string): PageElement | null;
  cloneNode(deep?: boolean): PageElement;
}

interface DocumentFragment {
  readonly firstElementChild: PageElement | null;
  cloneNode(deep?: boolean): DocumentFragment;
}

/** The events that scripts handle are those of elements. */
interface EventTarget {
  readonly dataset: DOMStringMap;
  readonly isConnected: boolean;
  readonly name: string;
  readonly open: boolean;
  closest(selector: string): PageElement | null;
  contains(other: Node | null): boolean;
  matches(selector: string): boolean;
}

interface Event {
  readonly detail: any;
}

interface HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & Record<string, any>;
}

interface Document {
  getElementById(id: string): PageElement | null;
}

/** Libraries that templates load as plain scripts. */
interface Window {
  htmx: any;
}

declare var Plot: any;
declare var d3: any;
